import { useQuery } from '@tanstack/react-query'
import { faultsOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import { findExtension } from '../extensions/load-extensions.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

interface NumberCheck {
  isFree: boolean
  /** why the number is not available */
  taken: string | undefined
  /** existing assignments of the user or the number: allowed, but perhaps unintended */
  assignments: string[]
}

const nothing: NumberCheck = { isFree: false, taken: undefined, assignments: [] }

interface Checked {
  number: string
  isNew: boolean
  /** of the user to assign */
  email: string | undefined
}

/** Checks the number while the user types, before the form is sent. */
export function useNumberCheck(instanceUuid: string, { number, isNew, email }: Checked): NumberCheck {
  const { client } = usePortal()
  const wanted = useDelayed(number.trim())
  const checked = useQuery({
    queryKey: portalKeys.extensions.check(instanceUuid, wanted, isNew, email),
    queryFn: async ({ signal }) => {
      if (!/^\d{2,6}$/.test(wanted)) return nothing
      const id = Number(wanted)
      const [known, assignments] = await Promise.all([
        isNew ? findExtension(client, instanceUuid, ({ data }) => data.id === id, wanted, signal) : null,
        email ? assignmentsOf(client, instanceUuid, { id, email }, signal) : [],
      ])
      return {
        isFree: isNew && !known,
        taken: known ? p.extensions.numberTaken(wanted, known.data.name) : undefined,
        assignments,
      }
    },
  })
  // A failed check must not block the form: the server checks again on submit.
  return wanted === number.trim() ? (checked.data ?? nothing) : nothing
}

async function assignmentsOf(
  client: TelephonyClient,
  instanceUuid: string,
  body: { id: number; email: string },
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const call = 'POST /instances/{instance_uuid}/bulks/extensions/check'
    await client.call(call, { instance_uuid: instanceUuid }, body, { signal })
    return []
  } catch (error) {
    return faultsOf(error).map(({ detail }) => detail)
  }
}
