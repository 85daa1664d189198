import type { Payload } from './payload.ts'
import type { OptionName, WebhookOptions } from './webhook-options.ts'

/** What an integration makes of a payload: the text, and where to if the address does not say. */
export interface Translated {
  content: string
  topic: string
  /** instead of the stream that the address names */
  stream?: string
}

/** Undefined: nothing to tell. */
export type Translation = Translated | readonly Translated[] | undefined

/** What came with the payload. */
export interface WebhookContext {
  /** with names in lower case */
  headers: Readonly<Record<string, unknown>>
  options: WebhookOptions
}

export type Translate = (payload: Payload, context: WebhookContext) => Translation

/** A call as the service makes it; its message is shown in the documentation. */
export interface Fixture {
  /** what happened, for the reader of the documentation */
  about: string
  headers?: Record<string, string>
  options?: WebhookOptions
  body: unknown
}

/** One outside service. Its folder holds its translation, its fixtures and its test. */
export interface Integration {
  /** in the address */
  name: string
  /** in `client` of the messages: Zulip<Name>Webhook, as clients of this family show it */
  displayName: string
  summary: string
  /** steps in the service until the first message, in Markdown; ADDRESS stands for the webhook's address */
  setup: readonly string[]
  /** names that `only_events` and `exclude_events` know */
  events: readonly string[]
  /** for readers who want to read less: what to exclude; otherwise the first of the events */
  excludeExample?: readonly string[]
  options: readonly OptionName[]
  /** the fields of a form are the payload, if the body is no JSON */
  takesForms?: true
  translate: Translate
  fixtures(): Promise<readonly Fixture[]>
}
