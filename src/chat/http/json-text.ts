/** A value that is already serialized, because many responses contain it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The fields of an object as JSON, without the braces. */
export function writeFields(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([name, value]) => `"${name}":${value instanceof JsonText ? value.text : JSON.stringify(value)}`)
    .join(',')
}
