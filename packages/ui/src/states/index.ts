export { ActionFailure, Empty, Failure, Loaded, NoMatch } from './states.tsx';
