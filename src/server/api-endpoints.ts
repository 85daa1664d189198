import { chatEndpoints } from '../chat/chat-endpoints.ts'
import type { Endpoint } from '../chat/identity/calls/endpoint.ts'
import { workspaceRoutes } from '../workspace/workspace-routes.ts'
import type { Installation } from './status/installation.ts'
import { serverStatusRoutes } from './status/server-status-routes.ts'

/** Everything under /api/v1: the Chat Service API, what concerns chat and phones, and the server itself. */
export const apiEndpoints: readonly Endpoint<Installation>[] = [
  ...chatEndpoints,
  ...workspaceRoutes,
  ...serverStatusRoutes,
]
