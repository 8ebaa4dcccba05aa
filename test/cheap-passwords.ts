import { passwordCost } from '../src/catalog/access/password-hash.ts'

// Tests sign in thousands of times, and none of their passwords needs protection.
passwordCost.memoryCost = 64
passwordCost.timeCost = 1
