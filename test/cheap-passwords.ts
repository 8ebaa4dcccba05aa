import { passwordCost } from '../src/catalog/access/password-hash.ts'

// Tests sign in thousands of times, and none of their passwords is worth guarding.
passwordCost.memoryCost = 64
passwordCost.timeCost = 1
