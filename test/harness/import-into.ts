import type { Chat } from '../../src/chat/chat.ts'
import { findUserByEmail } from '../../src/chat/identity/users/user-store.ts'
import {
  type ImportOrder,
  type ImportResult,
  importOrganization,
} from '../../src/chat/organization/import/import-organization.ts'
import { ApiClient } from './api-client.ts'
import type { EngineName } from './engines.ts'
import { openTestServer, type TestServer } from './open-test-server.ts'

export interface ImportTarget extends TestServer {
  chat: Chat
  /** `dieAt`: how many transactions and files it writes before it ends */
  import(path: string, order?: Partial<ImportOrder>, dieAt?: number): Promise<ImportResult>
  /** Somebody of the imported organization, with their new API key. */
  as(email: string, host?: string): Promise<ApiClient>
}

/** A server without any organization. */
export async function openImportTarget(engine: EngineName): Promise<ImportTarget> {
  const server = await openTestServer(engine, { PUBLIC_URL: 'http://chat.example.com' })
  const { chat } = server.products
  return {
    ...server,
    chat,
    import(path, order = {}, dieAt = Number.POSITIVE_INFINITY) {
      let steps = 0
      const checkExclusive = () => {
        steps += 1
        if (steps > dieAt) throw new Error('interrupted')
      }
      const whole = { path, host: undefined, name: undefined, isDryRun: false, ...order }
      return importOrganization(chat, whole, { report() {}, checkExclusive })
    },
    async as(email, host = '') {
      const realm = (await chat.realmsByHost.get(host))!
      const user = (await findUserByEmail(chat.database.read, realm.id, email))!
      const key = chat.secrets.decrypt(user.api_key_sealed)
      return new ApiClient(server.app, { email, key }, host === '' ? {} : { host })
    },
  }
}
