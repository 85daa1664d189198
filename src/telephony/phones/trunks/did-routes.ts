import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import type { Phones } from '../phones.ts'
import { createDid, deleteDid, didToManage, showDids, updateDid } from './change-dids.ts'
import { DidPatch, NewDid } from './did-input.ts'
import { DidSchema } from './did-view.ts'

const operation = operationOf<Phones>()

const area = 'Trunks'
const one = '/dids/:did_id'

export const didRoutes = [
  operation({
    method: 'GET',
    path: '/dids',
    area,
    summary: 'List the numbers that can be called from outside',
    description: 'Each with its destination. For owners and administrators.',
    access: 'see trunks and numbers',
    success: { status: 200, schema: Type.Array(DidSchema) },
    problems: [403],
    handle: ({ context, actor }) => showDids(context, actor),
  }),
  operation({
    method: 'POST',
    path: '/dids',
    area,
    summary: 'Add a number',
    description: 'Calls to it over a trunk of the company go to the destination. 409 if the company has it.',
    access: 'change numbers',
    body: NewDid,
    nullIsAbsent: true,
    success: { status: 201, schema: DidSchema },
    problems: [400, 403, 409],
    handle: ({ context, actor, body }) => createDid(context, actor, body),
  }),
  operation({
    method: 'GET',
    path: one,
    area,
    summary: 'Get a number',
    access: 'see trunks and numbers',
    success: { status: 200, schema: DidSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => didToManage(context, actor, params.did_id!),
    handle: async ({ subject }) => subject,
  }),
  operation({
    method: 'PATCH',
    path: one,
    area,
    summary: 'Change a number',
    access: 'change numbers',
    body: DidPatch,
    success: { status: 200, schema: DidSchema },
    problems: [400, 403, 404, 409],
    find: ({ context, actor, params }) => didToManage(context, actor, params.did_id!),
    handle: ({ context, actor, subject, body }) => updateDid(context, actor, subject.id, body),
  }),
  operation({
    method: 'DELETE',
    path: one,
    area,
    summary: 'Remove a number',
    description: 'Calls to it get 404 from then on.',
    access: 'change numbers',
    success: { status: 200, schema: DidSchema },
    problems: [403, 404],
    find: ({ context, actor, params }) => didToManage(context, actor, params.did_id!),
    handle: ({ context, actor, subject }) => deleteDid(context, actor, subject.id),
  }),
]
