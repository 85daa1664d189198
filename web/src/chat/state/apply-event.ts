import type { ChatEvent } from '../../../../packages/client/src/chat-event.ts'
import { applyMessageEvent } from './apply-message-event.ts'
import { applyOwnEvent } from './apply-own-event.ts'
import { applyPeopleEvent } from './apply-people-event.ts'
import { applyStreamEvent } from './apply-stream-event.ts'
import type { ChatState } from './chat-state.ts'

/** The state after an event. Types that it does not know change nothing. */
export function applyEvent(state: ChatState, event: ChatEvent, nowMs: number): ChatState {
  switch (event.type) {
    case 'message':
    case 'update_message':
    case 'delete_message':
    case 'update_message_flags':
    case 'typing':
      return applyMessageEvent(state, event, nowMs)
    case 'stream':
    case 'subscription':
    case 'default_streams':
    case 'user_topic':
      return applyStreamEvent(state, event)
    case 'realm_user':
    case 'realm_bot':
    case 'presence':
    case 'user_status':
    case 'user_group':
    case 'custom_profile_fields':
      return applyPeopleEvent(state, event)
    default:
      return applyOwnEvent(state, event)
  }
}
