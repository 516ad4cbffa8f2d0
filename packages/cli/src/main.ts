#!/usr/bin/env node
console.log('usage: onboarding listen');
