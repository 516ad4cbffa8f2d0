export { ActionFailure, Empty, FailedPart, Failure, Loaded, Loading, NoMatch } from './states.tsx';
