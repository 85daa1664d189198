import { chatEndpoints } from '../chat/chat-endpoints.ts'
import type { Endpoint } from '../chat/identity/calls/endpoint.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { workspaceRoutes } from '../workspace/workspace-routes.ts'

/** Everything under /api/v1: the Chat Service API, and what concerns chat and phones. */
export const apiEndpoints: readonly Endpoint<Workspace>[] = [...chatEndpoints, ...workspaceRoutes]
