/** The query keys of the chat, its settings and the organization, by noun. */
export const chatKeys = {
  serverSettings: ['server-settings'],
  demoUsers: ['demo-users'],
  sessions: ['sessions'],
  attachments: ['attachments'],
  exports: ['exports'],
  invites: ['invites'],
  botApiKey: (botId: number) => ['bots', botId, 'api-key'],
  rendered: (content: string, linkifiers: object = {}) => ['rendered', content, linkifiers],
  topics: (streamId: number | undefined) => ['topics', streamId],
  recent: ['recent'],
  newestMessage: (topicKey: string) => ['topics', topicKey, 'newest'],
  message: (id: number) => ['messages', id, 'raw'],
  remindedMessage: (id: number) => ['messages', id, 'reminded'],
  editHistory: (id: number) => ['messages', id, 'history'],
  readReceipts: (id: number) => ['messages', id, 'receipts'],
} as const
