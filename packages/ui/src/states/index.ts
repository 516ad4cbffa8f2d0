export { ActionFailure, Empty, FailedPart, Failure, Loaded, NoMatch } from './states.tsx';
