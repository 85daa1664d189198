/** What an integration makes of a payload: the text, and where to if the address does not say. */
export interface Translated {
  content: string
  topic: string
}

/** One outside service. Its folder holds its translation, its fixtures and its test. */
export interface Integration {
  /** in the address */
  name: string
  /** in `client` of the messages: Zulip<Name>Webhook, as clients of this family show it */
  displayName: string
  summary: string
  translate(payload: Payload): Translated
}

/** The JSON body; asking it for what is not there gives the sender an error that names it. */
export interface Payload {
  text(key: string): string
}
