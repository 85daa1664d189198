import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { Identity } from '../../identity/identity.ts'
import { apiKeyToManage, replaceApiKey, showApiKeys } from './api-key-actions.ts'
import { ApiKeyInput, ApiKeyPatch, KeyRotation } from './api-key-input.ts'
import { ApiKeySchema, FreshApiKeySchema } from './api-key-view.ts'
import { deleteApiKey, updateApiKey } from './change-api-key.ts'
import { createApiKey, readNewApiKey } from './create-api-key.ts'

const operation = operationOf<Identity>()

const area = 'API keys'

export const apiKeyRoutes = [
  operation({
    method: 'GET',
    path: '/api-keys',
    area,
    summary: 'List the API keys',
    description: 'In order of creation, including expired keys. The keys themselves are not shown.',
    access: 'manage API keys',
    success: { status: 200, schema: Type.Array(ApiKeySchema) },
    problems: [],
    handle: ({ context, actor }) => showApiKeys(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/api-keys',
    area,
    summary: 'Create an API key',
    description: 'Only this response shows the key.',
    access: 'manage API keys',
    body: ApiKeyInput,
    nullIsAbsent: true,
    success: { status: 201, schema: FreshApiKeySchema },
    problems: [400, 409],
    handle: ({ context, actor, body }) => createApiKey(context, actor, readNewApiKey(context, body)),
  }),
  operation({
    method: 'PATCH',
    path: '/api-keys/:key_id',
    area,
    summary: 'Update an API key',
    description: 'Its name and its scopes.',
    access: 'manage API keys',
    body: ApiKeyPatch,
    success: { status: 200, schema: ApiKeySchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => apiKeyToManage(context, actor, params.key_id!),
    handle: ({ context, actor, subject, body }) => updateApiKey(context, actor, subject.id, body),
  }),
  operation({
    method: 'POST',
    path: '/api-keys/:key_id/rotate',
    area,
    summary: 'Rotate an API key',
    description:
      'Makes a key with the same name, scopes and end; the old one works until the overlap has passed, and cannot be rotated again. The answer is the only one that shows the new key.',
    access: 'manage API keys',
    body: KeyRotation,
    success: { status: 201, schema: FreshApiKeySchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => apiKeyToManage(context, actor, params.key_id!),
    handle: ({ context, actor, subject, body }) => replaceApiKey(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: '/api-keys/:key_id',
    area,
    summary: 'Delete an API key',
    description: 'It stops working at once. 409: the last one with the scope `admin` that does not expire.',
    access: 'manage API keys',
    success: { status: 200, schema: ApiKeySchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => apiKeyToManage(context, actor, params.key_id!),
    handle: ({ context, actor, subject }) => deleteApiKey(context, actor, subject.id),
  }),
]
