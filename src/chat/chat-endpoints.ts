import { alertWordRoutes } from './alert-words/alert-word-routes.ts'
import { eventQueueRoutes } from './event-queues/event-queue-routes.ts'
import type { Endpoint } from './http/endpoint.ts'
import { webhookRoutes } from './incoming-webhooks/webhook-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { mutedTopicRoutes } from './muted-topics/muted-topic-routes.ts'
import { readStateRoutes } from './read-state/read-state-routes.ts'
import { registerRoutes } from './register/register-routes.ts'
import { serverSettingsRoutes } from './server-settings/server-settings-routes.ts'
import { streamRoutes } from './streams/stream-routes.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** The whole Chat Service API, in the order of the documentation. */
export const chatEndpoints: readonly Endpoint[] = [
  ...messageRoutes,
  ...readStateRoutes,
  ...subscriptionRoutes,
  ...streamRoutes,
  ...mutedTopicRoutes,
  ...registerRoutes,
  ...eventQueueRoutes,
  ...userRoutes,
  ...alertWordRoutes,
  ...serverSettingsRoutes,
  ...webhookRoutes,
]
