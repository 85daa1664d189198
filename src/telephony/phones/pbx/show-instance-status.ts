import { type Static, Type } from '@sinclair/typebox'
import type { Instance } from '../../company/instances/instance.ts'
import type { Phones } from '../phones.ts'
import { PbxFailure } from './pbx.ts'

export const InstanceStatusSchema = Type.Object(
  {
    reachable: Type.Boolean({
      description: 'Whether the PBX responds. If not, extensions cannot be changed.',
    }),
    detail: Type.String({ description: 'Why it is not reachable; otherwise empty.' }),
    warnings: Type.Array(Type.String(), {
      description: 'What does not work although the PBX responds, such as transfers with an old Asterisk.',
    }),
  },
  { additionalProperties: false },
)

export async function showInstanceStatus(
  { pbx }: Phones,
  { domain }: Instance,
): Promise<Static<typeof InstanceStatusSchema>> {
  try {
    await pbx.ping(domain)
    const warnings = (await pbx.listWarnings?.(domain)) ?? []
    return { reachable: true, detail: '', warnings: [...warnings] }
  } catch (error) {
    if (error instanceof PbxFailure) return { reachable: false, detail: error.message, warnings: [] }
    throw error
  }
}
