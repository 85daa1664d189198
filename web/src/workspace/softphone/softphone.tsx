import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { portalKeys } from '../../portal/shell/portal-keys.ts'
import { explainNoExtension, offerCalls } from '../../shell/place-call.ts'
import { createBrowserPhone } from './browser-phone.ts'
import { useDirectory } from './use-directory.ts'

const SoftphonePanel = lazy(async () => ({
  default: (await import('./softphone-panel.tsx')).SoftphonePanel,
}))

const RINGS_HERE = 'switchboard-rings-here'

interface OwnExtension {
  id: string
  pbx: string
  number: number
}

/** The phone of this browser, for people with an extension. */
export function Softphone({ phones: { portal, queries } }: { phones: Phones }) {
  const { data } = useQuery(
    {
      queryKey: portalKeys.extensions.softphones,
      queryFn: ({ signal }) => portal.client.call('GET /softphones', {}, undefined, { signal }),
    },
    queries,
  )
  // Without a SIP server there is nobody to call through.
  const [extension] = isMissing('sip') ? [] : (data ?? [])
  const hasNone = data?.length === 0
  useEffect(() => (hasNone ? explainNoExtension() : undefined), [hasNone])
  return extension ? <OpenSoftphone key={extension.id} {...{ portal, queries, extension }} /> : null
}

interface OpenSoftphoneProps extends Pick<Phones, 'portal' | 'queries'> {
  extension: OwnExtension
}

function OpenSoftphone({ portal, queries, extension: { id, pbx, number } }: OpenSoftphoneProps) {
  const { client, socket } = portal
  const phone = useMemo(
    () =>
      createBrowserPhone(() =>
        client.call('POST /instances/{instance_uuid}/extensions/{extension_id}/softphone', {
          instance_uuid: pbx,
          extension_id: id,
        }),
      ),
    [client, pbx, id],
  )
  const state = useSyncExternalStore(phone.subscribe, phone.get)
  const [isOpen, setIsOpen] = useState(false)
  const [ringsHere, setRingsHere] = useState(() => localStorage.getItem(RINGS_HERE) !== null)
  const nameOf = useDirectory(portal, queries, [state.call, state.second])
  const isTalking = state.call !== undefined
  const isNeeded = isOpen || ringsHere || state.call !== undefined

  useEffect(() => {
    if (isNeeded) phone.connect().catch(() => {})
    else phone.disconnect()
  }, [phone, isNeeded])
  useEffect(() => {
    const leave = () => phone.disconnect()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      phone.disconnect()
    }
  }, [phone])
  useEffect(() => {
    if (!isTalking) return
    // The browser asks before a reload ends the call.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isTalking])
  useEffect(
    () =>
      socket.listen(({ name, payload }) => {
        if (name !== 'call.recording.updated') return
        const { extension_id, is_recording: isOn, can_change: canChange } = payload
        if (extension_id === id) phone.noteRecording({ isOn, canChange })
      }),
    [socket, phone, id],
  )
  const place = useEffectEvent((to: string) => {
    setIsOpen(true)
    if (to !== '') void phone.call(to)
  })
  useEffect(() => offerCalls((to) => place(to)), [])

  const ringHere = (rings: boolean) => {
    if (rings) localStorage.setItem(RINGS_HERE, 'yes')
    else localStorage.removeItem(RINGS_HERE)
    setRingsHere(rings)
  }
  if (!isOpen && !state.call) return null
  return (
    <Suspense>
      <SoftphonePanel
        {...{ phone, state, number, nameOf, ringsHere }}
        phones={{ portal, queries }}
        onRingHere={ringHere}
        onClose={() => setIsOpen(false)}
      />
    </Suspense>
  )
}
