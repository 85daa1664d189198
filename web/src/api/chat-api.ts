import { connectChat } from '@switchboard/client'

export type { ChatInput, ChatOutput } from '@switchboard/client'

/** Proves to the server that a change comes from our own page; see the session endpoints. */
let csrfToken = ''

export function rememberCsrfToken(token: string): void {
  csrfToken = token
}

/**
 * The Chat Service API with the session of the page. The client is named in every request: people who write here have
 * read their own messages. Views and the outbox decide themselves when to try again.
 */
export const chat = connectChat({
  server: '',
  csrfToken: () => csrfToken,
  client: 'website',
  retries: 0,
})

/** One call of the Chat Service API: `callChat('POST /messages', { ... })`. Refusals are thrown as ApiError. */
export const callChat = chat.call
