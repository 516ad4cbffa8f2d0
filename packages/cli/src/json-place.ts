// Finds where a text stops being valid JSON: engines do not report the position of every error.

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** The position of the first invalid character; both count from 1. */
export function findJsonMistake(text: string): { line: number; column: number } {
  const before = text.slice(0, scan(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function scan(text: string): number {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeMark = (mark: string) => {
    take(SPACE);
    if (text[at] !== mark) return false;
    at++;
    return true;
  };
  const takeList = (end: string, takeItem: () => boolean): boolean => {
    if (takeMark(end)) return true;
    do if (!takeItem()) return false;
    while (takeMark(','));
    return takeMark(end);
  };
  const takeMember = () => {
    take(SPACE);
    return take(STRING) && takeMark(':') && takeValue();
  };
  const takeValue = (): boolean => {
    if (takeMark('{')) return takeList('}', takeMember);
    if (takeMark('[')) return takeList(']', takeValue);
    return take(STRING) || take(SCALAR);
  };
  if (takeValue()) take(SPACE);
  return at;
}
