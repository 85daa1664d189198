/** The query keys of the chat, its settings and the organization, by noun. */
export const chatKeys = {
  serverSettings: ['server-settings'],
  demoUsers: ['demo-users'],
  sessions: ['sessions'],
  twoFactor: ['two-factor'],
  attachments: ['attachments'],
  exports: ['exports'],
  setup: ['setup'],
  invites: ['invites'],
  botApiKey: (botId: number) => ['bots', botId, 'api-key'],
  rendered: (content: string, linkifiers: object = {}) => ['rendered', content, linkifiers],
  topics: (streamId: number | undefined) => ['topics', streamId],
  message: (id: number) => ['messages', id, 'raw'],
  editHistory: (id: number) => ['messages', id, 'history'],
  readReceipts: (id: number) => ['messages', id, 'receipts'],
} as const
