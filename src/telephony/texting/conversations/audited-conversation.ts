import type { ConversationView } from './texting-conversation-view.ts'

/** For the audit trail: the last message has entries of its own. */
export const auditedConversation = (conversation: ConversationView) => ({
  ...conversation,
  lastmessage: null,
  last_msg: null,
})
