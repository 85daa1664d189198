import type { Operation } from '../http/operation.ts'
import { companyCarrierRoutes } from './company-carriers/company-carrier-routes.ts'
import { textingContactRoutes } from './contacts/texting-contact-routes.ts'
import { textingConversationRoutes } from './conversations/texting-conversation-routes.ts'
import { textingMessageRoutes } from './messages/texting-message-routes.ts'
import { textingNumberRoutes } from './numbers/texting-number-routes.ts'
import type { Texting } from './texting.ts'

const operations: readonly Operation<Texting>[] = [
  ...textingNumberRoutes,
  ...textingContactRoutes,
  ...textingConversationRoutes,
  ...textingMessageRoutes,
]

/** Clients of this API family use both forms of the paths. Carriers are our own addition. */
export const textingRoutes: readonly Operation<Texting>[] = [
  ...operations,
  ...companyCarrierRoutes,
  ...operations.map(underV2),
]

function underV2(operation: Operation<Texting>): Operation<Texting> {
  const { method, path, summary } = operation
  return {
    ...operation,
    path: path.replace('/texting/', '/texting/v2/'),
    summary: `${summary} (v2)`,
    description: `The same as ${method} ${path.replace(/:(\w+)/g, '{$1}')}.`,
  }
}
