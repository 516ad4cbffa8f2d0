export { useKey } from './bindings.ts';
export { KeyTip } from './key-tip.tsx';
export { Keyboard, KeysMenuItem } from './keyboard.tsx';
export { focusFirstRow, useRowKeys } from './row-keys.ts';
