// seomoz FINGERPRINTS DISTANCE…: find_all of seomoz/simhash-cpp. The protocol is described in bench/peers/driver.ts.
#include <simhash.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <unordered_map>

/** Milliseconds of CPU. */
static double since(std::clock_t start) {
    return 1000.0 * (std::clock() - start) / CLOCKS_PER_SEC;
}

static std::vector<uint64_t> read(const char* name) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    if (!file) {
        std::cerr << name << " cannot be read\n";
        std::exit(1);
    }
    std::vector<uint64_t> rows(file.tellg() / 8);
    file.seekg(0);
    file.read(reinterpret_cast<char*>(rows.data()), rows.size() * 8);
    return rows;
}

int main(int count, char** arguments) {
    const auto rows = read(arguments[1]);
    std::unordered_map<uint64_t, uint64_t> ids;
    for (size_t id = 0; id < rows.size(); ++id) ids[rows[id]] = id;
    for (int i = 2; i < count; ++i) {
        const size_t distance = std::strtoul(arguments[i], nullptr, 10);
        // Its fastest: few tables as long as their prefixes tell fingerprints apart.
        const size_t blocks = distance + (distance > 3 || rows.size() > 2000000 ? 2 : 1);
        std::vector<double> times;
        Simhash::matches_t pairs;
        const auto begin = std::clock();
        do {
            const auto start = std::clock();
            std::unordered_set<Simhash::hash_t> set(rows.begin(), rows.end());
            pairs = Simhash::find_all(set, blocks, distance);
            times.push_back(since(start));
        } while (times.size() < 5 && since(begin) < 2000);
        std::sort(times.begin(), times.end());
        uint64_t sum = 0;
        for (const auto& pair : pairs) sum += ids[pair.first] + ids[pair.second];
        std::printf("{\"what\":\"pairs:%s\",\"ms\":%f,\"count\":%zu,\"sum\":%llu}\n", arguments[i],
                    times[times.size() / 2], pairs.size(), static_cast<unsigned long long>(sum));
    }
}
