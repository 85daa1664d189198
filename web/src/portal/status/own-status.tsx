import type { StatusLayers } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ProgramStatus } from './program-status.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StatusChoice } from './status-choice.tsx'
import { additionalStatuses, effectiveOf, mainStatuses } from './status-values.ts'
import { type StatusChange, useOwnStatus } from './use-own-status.ts'

/** The layers of the own status: the main one, and one above it. Each choice is sent at once. */
export function OwnStatus() {
  const { loaded, layers, error, change } = useOwnStatus()
  return (
    <Card title={p.status.own} actions={layers && <StatusBadge status={effectiveOf(layers)} />}>
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {loaded.isFetching && !layers && <LoadingState />}
      {layers && <Layers layers={layers} onChange={change} />}
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
    </Card>
  )
}

interface LayersProps {
  layers: StatusLayers
  onChange: (change: StatusChange) => Promise<void>
}

function Layers({ layers, onChange }: LayersProps) {
  const { main_status: main, additional_status: additional } = layers
  const byProgram = additional.action_type === 'automatic'
  return (
    <>
      <StatusChoice
        label={p.status.main}
        options={mainStatuses}
        value={main.status}
        onChoose={(status) => void onChange({ main_status: { status } })}
      />
      <StatusChoice
        label={p.status.additional}
        hint={p.status.additionalHint}
        options={additionalStatuses}
        value={byProgram ? undefined : additional.status}
        onChoose={(status) => void onChange({ additional_status: { status, action_type: 'manual' } })}
      />
      {byProgram && additional.status !== '' && (
        <ProgramStatus
          status={additional.status}
          onEnd={() => void onChange({ additional_status: { action: 'unset', action_type: 'automatic' } })}
        />
      )}
      {main.status === 'do_not_disturb' && additional.status !== '' && (
        <Notice>{p.status.notDisturbed}</Notice>
      )}
    </>
  )
}
