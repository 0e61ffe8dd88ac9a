import { createRoot } from 'react-dom/client'
export const start = createRoot
