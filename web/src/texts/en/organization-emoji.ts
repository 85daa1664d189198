export const organizationEmoji = {
  title: 'Emoji',
  intro: 'Your own emoji for messages and reactions. Every member can add them.',
  add: 'Add emoji',
  added: (name: string) => `:${name}: was added`,
  picture: 'Picture',
  name: 'Name',
  nameHint: 'Lowercase letters and digits, with _ - . between them.',
  author: 'Added by',
  fileHint: (mebibytes: number) =>
    `PNG, JPEG, GIF or WebP, up to ${mebibytes} MiB. It is resized automatically.`,
  deactivate: 'Remove',
  deactivateNamed: (name: string) => `Remove ${name}`,
  deactivateTitle: (name: string) => `Remove :${name}:?`,
  deactivateHint: 'Nobody can use it any more. Existing messages still show it.',
  none: 'No custom emoji yet',
  noneHint: 'Your logo is a good start.',
}
