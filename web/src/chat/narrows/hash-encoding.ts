/** The fragments of links, as all clients of this family write them: dots instead of percent signs. */
export function encodeHashPart(text: string): string {
  return encodeURIComponent(text)
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

export function decodeHashPart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    // A link that was typed by hand may contain a dot.
    return text
  }
}
