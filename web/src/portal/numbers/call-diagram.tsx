import { useQueries, useQueryClient } from '@tanstack/react-query'
import { CornerDownRight } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { type CallStep, extensionsOf, type KnownForwarding, planCall } from './call-plan.ts'
import { type KnownNumber, useDids, useExtensions, useFoundExtension, useRoutes } from './known-numbers.ts'
import styles from './numbers.module.css'

interface CallDiagramProps {
  instanceUuid: string
  /** The number that is called. */
  number: string
  /** How somebody outside calls it. */
  from?: readonly string[]
  /** A number that is being edited: the diagram shows it as it will be. */
  edited?: KnownNumber
}

/** Where a call goes, from the number to its last destinations. */
export function CallDiagram({ instanceUuid, number, from = [], edited }: CallDiagramProps) {
  const plan = useCallPlan(instanceUuid, number, edited)
  return (
    <figure className={styles.diagram} aria-label={p.numbers.diagram}>
      <figcaption>{p.numbers.diagram}</figcaption>
      {from.length > 0 && <p className={styles.from}>{from.map(showNumber).join(', ')}</p>}
      <ul>
        <li>
          <Step step={plan} />
        </li>
      </ul>
    </figure>
  )
}

/** The extensions on the way and their forwarding are requested as the plan comes to them. */
function useCallPlan(instanceUuid: string, number: string, edited: KnownNumber | undefined): CallStep {
  const { client } = usePortal()
  const queries = useQueryClient()
  const routes = useRoutes(instanceUuid)
  const foundExtension = useFoundExtension(instanceUuid)
  const passed = new Set<string>()
  const numbers = {
    get(wanted: string) {
      if (edited && wanted === number) return edited
      passed.add(wanted)
      return routes.get(wanted) ?? foundExtension(wanted)
    },
  }
  const forwardingOf = (id: string) =>
    queries.getQueryData<KnownForwarding>(portalKeys.extensions.forwarding(id))
  const plan = planCall(numbers, forwardingOf, number)
  useExtensions(instanceUuid, [...passed])
  useQueries({
    queries: [...new Set(extensionsOf(plan))].map((id) => ({
      queryKey: portalKeys.extensions.forwarding(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.call(
          'GET /instances/{instance_uuid}/extensions/{extension_id}/forwarding',
          { instance_uuid: instanceUuid, extension_id: id },
          undefined,
          { signal },
        ),
    })),
  })
  return plan
}

function Step({ step: { title, detail, next } }: { step: CallStep }) {
  return (
    <>
      <span className={styles.step}>
        <strong>{title}</strong>
        {detail && <span>{detail}</span>}
      </span>
      {next.length > 0 && (
        <ul>
          {next.map(({ when, step }) => (
            <li key={when}>
              <span className={styles.when}>
                <CornerDownRight aria-hidden="true" />
                {when}
              </span>
              <Step step={step} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The same for a number as it is being edited, with the numbers outside that lead to it. */
export function RouteDiagram({ instanceUuid, route }: { instanceUuid: string; route: KnownNumber }) {
  const { mayManage } = usePortal()
  const dids = useDids(mayManage).data ?? []
  // A number that has not been typed yet.
  const number = Number.isInteger(route.number) ? String(route.number) : '?'
  const from = dids.filter(
    ({ destination }) => destination.pbx === instanceUuid && destination.number === number,
  )
  return (
    <CallDiagram
      instanceUuid={instanceUuid}
      number={number}
      from={from.map((did) => did.number)}
      edited={route}
    />
  )
}

/** A diagram in a form, of the number as it is being edited. */
export const diagramField = <Draft,>(instanceUuid: string, routeOf: (draft: Draft) => KnownNumber) => ({
  kind: 'other' as const,
  key: 'diagram',
  render: (draft: Draft) => <RouteDiagram instanceUuid={instanceUuid} route={routeOf(draft)} />,
})
