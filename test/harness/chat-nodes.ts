import {
  createDemoOrganization,
  type DemoOrganization,
} from '../../src/chat/demo/create-demo-organization.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { ApiClient } from './api-client.ts'
import { openNodes, type TestNodes } from './open-nodes.ts'

/** Several servers with the demo organization on their data. */
export interface ChatNodes extends TestNodes {
  demo: DemoOrganization
  /** Somebody's client at one of the servers. */
  at(node: number, user: User): ApiClient
}

export async function openChatNodes(
  count: number,
  settings: Record<string, string> = {},
): Promise<ChatNodes> {
  const cluster = await openNodes(count, settings)
  const demo = await createDemoOrganization(cluster.nodes[0]!.products.chat, undefined)
  return {
    ...cluster,
    demo,
    at(node, user) {
      const { app, products } = cluster.nodes[node]!
      const key = products.chat.secrets.decrypt(user.api_key_sealed)
      return new ApiClient(app, { email: user.email, key })
    },
  }
}
