// The library has types only for the whole set, not for the files of single icons.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  // biome-ignore lint/style/noDefaultExport: the library's files have default exports.
  export default icon;
}
