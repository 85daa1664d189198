import { encodeUrlComponent } from './is-safe-url.ts'
import type { StreamTarget } from './markdown-context.ts'

export function buildNarrowPath(stream: StreamTarget, topic?: string): string {
  const path = `/#narrow/stream/${stream.id}-${encodeHash(stream.name.replaceAll(' ', '-'))}`
  return topic === undefined ? path : `${path}/topic/${encodeHash(topic)}`
}

// Clients decode the fragment by replacing every dot with a percent sign.
function encodeHash(text: string): string {
  return encodeUrlComponent(text)
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}
