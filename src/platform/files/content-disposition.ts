/** To be saved, and not to be opened. */
export const attachment = (name: string) => disposition('attachment', name)

/** To be shown where it stands. */
export const inline = (name: string) => disposition('inline', name)

/** RFC 6266: a plain name for old clients, the real one in the form of RFC 5987. */
function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_') || 'file'
  const whole = encodeURIComponent(wellFormed(name) || 'file').replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Half a surrogate pair, which JSON can carry, has no place in a header. */
const wellFormed = (text: string) => Buffer.from(text).toString()
