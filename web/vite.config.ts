import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  root: here('.'),
  // Relative, so that one build serves every base path; the server sets <base href>.
  base: command === 'build' ? './' : '/',
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rollupOptions: { input: { main: here('index.html') } },
  },
}))
