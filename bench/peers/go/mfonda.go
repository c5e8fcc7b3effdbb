// mfonda TEXTS, each ended by a zero byte. The protocol is described in bench/peers/driver.ts.
package main

import (
	"bytes"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/mfonda/simhash"
)

func main() {
	all, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	texts := bytes.Split(bytes.TrimSuffix(all, []byte{0}), []byte{0})
	var times []float64
	var xor uint64
	for begin := time.Now(); len(times) == 0 || len(times) < 5 && time.Since(begin) < 2*time.Second; {
		start := time.Now()
		xor = 0
		for _, text := range texts {
			xor ^= simhash.Simhash(simhash.NewWordFeatureSet(text))
		}
		times = append(times, float64(time.Since(start).Nanoseconds())/1e6)
	}
	sort.Float64s(times)
	fmt.Printf("{\"what\":\"fingerprints\",\"ms\":%f,\"count\":%d,\"sum\":%d}\n", times[len(times)/2], len(texts), xor)
}
