import { LoadingState } from '../ui/view-states.tsx'

export function App() {
  return <LoadingState />
}
