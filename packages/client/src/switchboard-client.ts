/** What the package exports. */
export { ApiError, type ErrorCode, type Fault } from './api-error.ts'
export { backOffMs, pause } from './back-off.ts'
export type { CallOptions } from './call-options.ts'
export type {
  ChatEvent,
  DeleteMessageEvent,
  EventOf,
  FlagsEvent,
  MessageEvent,
  ReactionEvent,
  RealmUserEvent,
  Registration,
  StreamEvent,
  SubmessageEvent,
  SubscriptionEvent,
  TypingEvent,
  UpdateMessageEvent,
} from './chat-event.ts'
export {
  type Chat,
  type ChatCall,
  type ChatInput,
  type ChatOptions,
  type ChatOutput,
  connectChat,
} from './connect-chat.ts'
export {
  connectTelephony,
  type Page,
  type TelephonyBody,
  type TelephonyCall,
  type TelephonyClient,
  type TelephonyInput,
  type TelephonyOptions,
  type TelephonyOutput,
} from './connect-telephony.ts'
export { type FollowOptions, followEventLists, followEvents } from './follow-events.ts'
export type * as chat from './generated/chat-api.ts'
export type * as telephony from './generated/telephony-api.ts'
export { newRetryKey } from './new-retry-key.ts'
export { readJson } from './read-response.ts'
export { type Fetch, sendRequest } from './send-request.ts'
export {
  type ConnectionState,
  openTelephonySocket,
  type TelephonyEvent,
  type TelephonySocket,
  type TelephonySocketOptions,
} from './telephony-socket.ts'
