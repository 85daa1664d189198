/** For saving, not for opening. */
export const attachment = (name: string) => disposition('attachment', name)

/** For showing in place. */
export const inline = (name: string) => disposition('inline', name)

/** RFC 6266: an ASCII name for old clients, and the real one in the encoding of RFC 5987. */
function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_') || 'file'
  const whole = encodeURIComponent(wellFormed(name) || 'file').replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** A lone surrogate, which JSON can carry, is not allowed in a header. */
const wellFormed = (text: string) => Buffer.from(text).toString()
