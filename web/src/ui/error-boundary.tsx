import { Component, type ReactNode } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { Notice } from './notice.tsx'
import { ErrorState } from './view-states.tsx'

/** Keeps an error in one view from breaking the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}

/** Shown instead of the whole app when it fails. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <EntrancePage title={t.ui.somethingWentWrong} intro={t.ui.crashHelp}>
      <Notice look="danger">{messageOf(error)}</Notice>
      <Button look="primary" onClick={() => location.reload()}>
        {t.ui.reload}
      </Button>
    </EntrancePage>
  )
}

export class CrashBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <CrashPage error={this.state.error} />
  }
}
