import type { TextingMessageView } from './texting-message-view.ts'

/** For the audit trail: pictures would fill it. */
export const auditedMessage = (message: TextingMessageView) => ({
  ...message,
  files: message.files.map((file) => ({ ...file, preview: null })),
})
