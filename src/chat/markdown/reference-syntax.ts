// The pre-scan and the renderer must agree on the syntax of names, so both use these patterns.
export const referenceSyntax = {
  user: '@(_?)\\*\\*([^*\\n]{1,200})\\*\\*',
  group: '@(_?)\\*([^*\\n]{1,200})\\*(?!\\*)',
  stream: '#\\*\\*([^*>\\n]{1,200})(?:>([^\\n]{1,200}?))?\\*\\*',
  wildcards: new Set(['all', 'everyone', 'stream', 'channel']) as ReadonlySet<string>,
}
