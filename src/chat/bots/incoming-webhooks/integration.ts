import type { Payload } from './payload.ts'
import type { Signature } from './signatures/signature.ts'
import type { OptionName, WebhookOptions } from './webhook-options.ts'

/** The message that an integration makes of a payload, with a destination if the URL names none. */
export interface Translated {
  content: string
  topic: string
  /** overrides the stream in the URL */
  stream?: string
}

/** Undefined: no message. */
export type Translation = Translated | readonly Translated[] | undefined

/** The rest of the request. */
export interface WebhookContext {
  /** with lower-case names */
  headers: Readonly<Record<string, unknown>>
  options: WebhookOptions
}

export type Translate = (payload: Payload, context: WebhookContext) => Translation

/** An example request of the service; the documentation shows its message. */
export interface Fixture {
  /** what happened, for the documentation */
  about: string
  headers?: Record<string, string>
  options?: WebhookOptions
  body: unknown
}

/** One external service. Its folder contains its translation, its fixtures and its test. */
export interface Integration {
  /** its name in the URL */
  name: string
  /** used in `client` of the messages: Zulip<Name>Webhook, as clients of this family show it */
  displayName: string
  summary: string
  /** setup steps in Markdown; ADDRESS is replaced by the webhook's URL */
  setup: readonly string[]
  /** names for `only_events` and `exclude_events` */
  events: readonly string[]
  /** events to exclude in the documentation's example; by default the first of the events */
  excludeExample?: readonly string[]
  options: readonly OptionName[]
  /** if the body is not JSON, form fields are the payload */
  takesForms?: true
  /** absent: the service does not sign its requests */
  signature?: Signature
  translate: Translate
  fixtures(): Promise<readonly Fixture[]>
}
