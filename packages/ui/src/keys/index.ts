export { useKey } from './bindings.ts';
export { KeyHint, Keys, KeyTip } from './key-tip.tsx';
export { Keyboard, KeysMenuItem, useKeysHere, useShowKeys } from './keyboard.tsx';
export { focusFirstRow, useRowKeys } from './row-keys.ts';
