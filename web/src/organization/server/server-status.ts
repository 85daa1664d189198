import type { ChatOutput } from '../../api/chat-api.ts'

export type ServerStatus = Omit<ChatOutput<'GET /server/status'>, 'result' | 'msg'>
