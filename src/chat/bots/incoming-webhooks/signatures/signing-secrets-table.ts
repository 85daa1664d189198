import { table } from '../../../chat-tables.ts'

declare module '../../../chat-tables.ts' {
  interface ChatTables {
    signing_secrets: SigningSecretsTable
  }
}

/** What services sign their requests to incoming webhook bots with. */
export interface SigningSecretsTable {
  realm_id: number
  user_id: number
  /** its name in the URL */
  integration: string
  /** several only where each webhook of a service brings its own */
  number: number
  secret_sealed: string
}

export const signingSecretsTable = table('signing_secrets', ['realm_id', 'user_id', 'integration', 'number'])
