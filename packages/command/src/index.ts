// What the commands of operators and of developers have in common: a program of nouns and verbs, and its help. It is part of
// the CLI that partners install, so it imports nothing else from the repository.
export { exitWithReader } from './output.ts';
export { addExplanation, addNoun, createProgram, type Perform, performWith, runProgram } from './program.ts';
