// mfonda TEXTS, each ended by a zero byte. The protocol is described in bench/peers/driver.ts.
package main

import (
	"bytes"
	"fmt"
	"os"
	"sort"
	"syscall"

	"github.com/mfonda/simhash"
)

// Milliseconds of CPU so far.
func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func main() {
	all, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	texts := bytes.Split(bytes.TrimSuffix(all, []byte{0}), []byte{0})
	var times []float64
	var xor uint64
	for begin := cpu(); len(times) == 0 || len(times) < 5 && cpu()-begin < 2000; {
		start := cpu()
		xor = 0
		for _, text := range texts {
			xor ^= simhash.Simhash(simhash.NewWordFeatureSet(text))
		}
		times = append(times, cpu()-start)
	}
	sort.Float64s(times)
	fmt.Printf("{\"what\":\"fingerprints\",\"ms\":%f,\"count\":%d,\"sum\":%d}\n", times[len(times)/2], len(texts), xor)
}
