// What the commands of operators and of developers have in common: a program of nouns and verbs, and its help. It is part of
// the CLI that partners install, so it imports nothing else from the repository.
export {
  addExplanation,
  addNoun,
  createProgram,
  exitWithReader,
  type Perform,
  performWith,
  runProgram,
} from './program.ts';
